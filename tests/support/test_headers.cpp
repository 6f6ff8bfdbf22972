// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Nothing of its own: the target that precompiles the headers of the tests needs a source.

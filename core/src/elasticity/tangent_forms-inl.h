// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The ways in which tangents are kept (TangentForm), for loops over cells.
//
// What these loops want of a form: store(), the blocks of the preconditioner's tangent,
// the stress of a pressure and its transpose, and a quarter of dP for the modes of dF, X = 4 dF.
// The last is what the operator spends its time on. There are not enough registers for a frame, dF
// and the planes of a layer at once, and what does not fit costs a store; so rows of X are taken
// one by one (add), rows of dP given one by one (row), and in between (turn) a fence keeps the
// compiler from holding on to the frame, which is quicker read again.

#if defined(SINEW_ELASTICITY_TANGENT_FORMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_TANGENT_FORMS_INL_H_
#undef SINEW_ELASTICITY_TANGENT_FORMS_INL_H_
#else
#define SINEW_ELASTICITY_TANGENT_FORMS_INL_H_
#endif

#include "elasticity/forms/fitted_form-inl.h"
#include "elasticity/forms/rotated_form-inl.h"
#include "elasticity/laws/laws-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// Calls body(form) with the form of a state.
template <class Body>
SINEW_INLINE void withForm(TangentForm form, Body&& body) {
  if (form == TangentForm::Rotated)
    body(RotatedForm());
  else
    body(FittedForm());
}

/// The same with a form for the exact tangent.
template <class Body>
SINEW_INLINE void withLawForm(const CellMaterial& material, const CellState& state, Body&& body) {
  if (state.form == TangentForm::Fitted && state.pressures.empty())
    withLaw(material.law, [&]<class Law>(Law) { body(LawForm<Law>()); });
  else
    withForm(state.form, body);
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target

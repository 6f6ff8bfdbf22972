// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "run/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace sinew {
namespace {

/// The file was removed between opening and locking it: another run has just ended.
bool isGone(int file, const std::string& path) {
  struct stat ours {
  }, there{};
  return fstat(file, &ours) != 0 || stat(path.c_str(), &there) != 0 || ours.st_ino != there.st_ino;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : path_((folder / "solve.lock").string()) {
  for (;;) {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) {
      throw std::runtime_error(path_ + ": it cannot be written (" +
                               std::generic_category().message(errno) + ").");
    }
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) {
      if (!isGone(file_, path_)) return;
    } else if (errno == EWOULDBLOCK) {
      close(file_);
      throw std::runtime_error(
          folder.string() +
          ": another sinew is solving into this folder; wait for it or choose another folder.");
    } else {
      return;  // some network file systems have no locks; solving must work there too
    }
    close(file_);
  }
}

FolderLock::~FolderLock() {
  unlink(path_.c_str());  // while it is still held: nobody else can hold this file by now
  close(file_);
}

}  // namespace sinew

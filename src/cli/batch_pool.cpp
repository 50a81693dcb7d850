// A queue of jobs under one lock. A block is some hundred records, so the lock is hardly ever waited for.

#include "cli/batch_pool.hpp"

#include <utility>

namespace toolcall::cli {

batch_pool::batch_pool(const batch_setup& shared, std::size_t jobs) {
  for (std::size_t i = 0; i < jobs; ++i) workers_.push_back(std::make_unique<batch_worker>(shared));
  if (jobs == 1) return;
  for (const std::unique_ptr<batch_worker>& each : workers_) threads_.emplace_back([this, &each] { run(*each); });
}

batch_pool::~batch_pool() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    waiting_.clear();
  }
  work_.notify_all();
  for (std::thread& each : threads_) each.join();
}

void batch_pool::give(std::unique_ptr<batch_block> block) {
  order_.push_back(std::make_unique<job>());
  job& made = *order_.back();
  made.block = std::move(block);
  if (threads_.empty()) return process(*workers_.front(), made);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.push_back(&made);
  }
  work_.notify_one();
}

std::unique_ptr<batch_block> batch_pool::take() {
  const std::unique_ptr<job> oldest = std::move(order_.front());
  order_.pop_front();
  if (!threads_.empty()) {
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [&] { return oldest->done; });
  }
  if (oldest->failure) std::rethrow_exception(oldest->failure);
  return std::move(oldest->block);
}

void batch_pool::process(batch_worker& with, job& each) {
  try {
    with.process(*each.block);
  } catch (...) {
    each.failure = std::current_exception();
  }
}

void batch_pool::run(batch_worker& with) {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    work_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (closed_) return;
    job& next = *waiting_.front();
    waiting_.pop_front();
    lock.unlock();
    process(with, next);
    lock.lock();
    next.done = true;
    done_.notify_one();
  }
}

}  // namespace toolcall::cli

// Threads that process blocks; the results come in the order of the blocks.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "cli/batch_worker.hpp"

namespace toolcall::cli {

class batch_pool {
 public:
  // With one job there is no thread: the caller's does the work.
  batch_pool(const batch_setup& shared, std::size_t jobs);
  ~batch_pool();
  batch_pool(const batch_pool&) = delete;
  batch_pool& operator=(const batch_pool&) = delete;

  // How many blocks should be given before results are taken, so that no thread waits and memory is bounded.
  std::size_t window() const { return threads_.empty() ? 1 : threads_.size() * 4; }
  std::size_t outstanding() const { return order_.size(); }
  void give(std::unique_ptr<batch_block> block);
  // The oldest block, when it is done. Throws what its thread threw.
  std::unique_ptr<batch_block> take();
  // After the last block was taken.
  const std::vector<std::unique_ptr<batch_worker>>& workers() const { return workers_; }

 private:
  struct job {
    std::unique_ptr<batch_block> block;
    std::exception_ptr failure;
    bool done = false;
  };
  static void process(batch_worker& with, job& each);
  void run(batch_worker& with);

  std::vector<std::unique_ptr<batch_worker>> workers_;
  std::deque<std::unique_ptr<job>> order_;  // only the caller touches it
  std::deque<job*> waiting_;
  std::mutex mutex_;
  std::condition_variable work_, done_;
  bool closed_ = false;
  std::vector<std::thread> threads_;  // the last member: they use all others
};

}  // namespace toolcall::cli

// Cells of tables, each a piece of work that is done again and again, and how long it took in processor time.

#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace bench {

// The cells of a group are measured one soon after the other, so their ratios hold whatever else the machine does.
struct cell {
  std::string group, row, column;
  std::function<std::size_t()> work;  // gives something that depends on all of the work
};

struct group_facts {
  std::string name;
  std::size_t bytes;  // that its cells read
};

class table {
 public:
  void add_group(const std::string& name, std::size_t bytes) { groups_.push_back({{name, bytes}, {}}); }
  // To the last group.
  void add(const std::string& row, const std::string& column, std::function<std::size_t()> work);

  // In each round every cell is measured once, in another order.
  void measure(std::size_t rounds, double seconds_a_cell);
  // An object of the groups: bytes, and of each row and column the nanoseconds of every round.
  void write(std::FILE* to) const;

 private:
  struct measured_cell {
    cell what;
    std::vector<double> nanoseconds;
  };
  struct group {
    group_facts facts;
    std::vector<measured_cell> cells;
  };
  std::vector<group> groups_;
};

}  // namespace bench

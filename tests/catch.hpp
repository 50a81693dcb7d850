// Catch2 in either of its versions: v3 has several headers and a library, v2 has one header.

#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include "flangeway/track/landxml_numbers.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway::track {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view digits_of(std::string_view text) {
  return text.substr(
      0, static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin()));
}

// "-12<mark>5": one mark with digits at both sides.
bool is_number_with(std::string_view word, char mark) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  const std::string_view whole = digits_of(word);
  if (whole.empty() || whole.size() == word.size() || word[whole.size()] != mark) return false;
  const std::string_view part = word.substr(whole.size() + 1);
  return !part.empty() && digits_of(part).size() == part.size();
}

bool is_whole(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  return !word.empty() && digits_of(word).size() == word.size();
}

bool has_point(std::string_view word) {
  const std::size_t point = word.find('.');
  if (point == std::string_view::npos) return false;
  const bool is_after_digit = point > 0 && is_digit(word[point - 1]);
  return is_after_digit || (point + 1 < word.size() && is_digit(word[point + 1]));
}

// Spaces of all kinds and semicolons as blanks.
std::string with_blanks(std::string_view text, bool& has_semicolon) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\xC2\xA0")) {
      result += ' ', ++i;
    } else {
      has_semicolon = has_semicolon || text[i] == ';';
      result += text[i] == ';' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n' ? ' ' : text[i];
    }
  }
  return result;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(' '); begin != std::string::npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(' ', end);
  }
  return words;
}

bool may_be_number(std::string_view attribute) {
  constexpr std::array words{"name",  "desc",  "oID",     "state",   "code",
                             "label", "value", "crvType", "spiType", "pntRef"};
  return std::find(words.begin(), words.end(), attribute) == words.end();
}

// Also in files whose elements are nested deeper than the stack allows calls.
void for_each_element(pugi::xml_node node, const std::function<void(pugi::xml_node)>& act) {
  struct Walker : pugi::xml_tree_walker {
    bool for_each(pugi::xml_node& one) override {
      if (one.type() == pugi::node_element) (*act)(one);
      return true;
    }
    const std::function<void(pugi::xml_node)>* act = nullptr;
  } walker;
  walker.act = &act;
  act(node);
  node.traverse(walker);
}

class Rewriter {
 public:
  Rewriter(pugi::xml_node alignments, bool is_metric) : alignments_(alignments), is_metric_(is_metric) {}

  NumberDialects run() {
    bool any_point = false, any_comma = false, ignored = false;
    const auto look_at = [&](std::string_view text) {
      for (const std::string& word : words_of(with_blanks(text, ignored))) {
        any_point = any_point || has_point(word);
        any_comma = any_comma || word.find(',') != std::string::npos;
      }
    };
    for_each_element(alignments_, [&](pugi::xml_node node) {
      for (const pugi::xml_attribute& one : node.attributes())
        if (may_be_number(one.name())) look_at(one.value());
      look_at(node.child_value());
    });
    has_decimal_commas_ = any_comma && !any_point;
    for_each_element(alignments_, [&](pugi::xml_node node) { rewrite(node); });
    return found_;
  }

 private:
  void rewrite(pugi::xml_node node) {
    for (pugi::xml_attribute one : node.attributes()) {
      if (!may_be_number(one.name())) continue;
      const std::string word = number_of(one.value(), node);
      if (word != one.value()) one.set_value(word.c_str());
    }
    pugi::xml_node text = node.first_child();
    if (text.type() != pugi::node_pcdata && text.type() != pugi::node_cdata) return;
    bool has_semicolon = false;
    std::vector<std::string> words = words_of(with_blanks(text.value(), has_semicolon));
    if (words.size() == 1) words = parts_of(words[0], node);
    if (words.empty() || !std::all_of(words.begin(), words.end(), [](const std::string& word) {
          return word.find_first_not_of("0123456789+-.,eE") == std::string::npos;
        }))
      return;
    std::string result;
    for (const std::string& word : words) result += (result.empty() ? "" : " ") + number_of(word, node);
    if (has_semicolon) note(found_.between_commas, node);
    text.set_value(result.c_str());
  }

  // Two or three numbers between commas.
  std::vector<std::string> parts_of(const std::string& word, pugi::xml_node node) {
    std::vector<std::string> parts(1);
    for (const char c : word) {
      if (c == ',') {
        parts.emplace_back();
      } else {
        parts.back() += c;
      }
    }
    const auto is_number = [](const std::string& part) {
      return is_whole(part) || is_number_with(part, '.');
    };
    const bool has_points = std::any_of(parts.begin(), parts.end(), has_point);
    if (parts.size() < 2 || parts.size() > 3 || !std::all_of(parts.begin(), parts.end(), is_number) ||
        (!has_points && parts.size() > 2))
      return {word};
    note(found_.between_commas, node);
    return parts;
  }

  std::string number_of(std::string word, pugi::xml_node node) {
    const std::size_t plus = word.find('+', 1);
    std::string part = plus == std::string::npos ? word : word.substr(plus + 1);
    if (has_decimal_commas_ && is_number_with(part, ',')) {
      part[part.find(',')] = '.';
      note(found_.decimal_commas, node);
    }
    if (plus == std::string::npos) return part;
    const std::string_view before = std::string_view(word).substr(0, plus);
    const std::size_t digits = digits_of(part).size();
    if (!is_whole(before) || digits != (is_metric_ ? 3U : 2U) ||
        !(is_whole(part) || is_number_with(part, '.')))
      return word;
    note(found_.marked_stations, node);
    return std::string(before) + part;
  }

  static void note(pugi::xml_node& first, pugi::xml_node node) {
    if (!first) first = node;
  }

  pugi::xml_node alignments_;
  bool is_metric_, has_decimal_commas_ = false;
  NumberDialects found_;
};

}  // namespace

NumberDialects rewrite_numbers(pugi::xml_node alignments, bool is_metric) {
  return Rewriter(alignments, is_metric).run();
}

}  // namespace flangeway::track

// Archives: a run that is packed in one place is repeated in another, with the same bits; changes are
// found.
#include "flangeway/archive/archive.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <zip.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "flangeway/core/sha256.hpp"
#include "flangeway/recording/run_file.hpp"
#include "flangeway/results/checkpoint.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::archive {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string models = FLANGEWAY_SOURCE_DIR "/models/";

class Archive : public testing::Test {
 protected:
  Archive() : start_(fs::current_path()) {
    for (const char* file : {"vehicles/wheelset.toml", "tracks/wheelset_r500.toml"}) {
      fs::create_directories((folder_.path() / file).parent_path());
      fs::copy_file(models + file, folder_.path() / file);
    }
    folder_.write("case.toml",
                  "vehicle = \"vehicles/wheelset.toml\"\ntrack = \"" + track() +
                      "\"\nspeed = 20\ncontact.method = \"kec\"\n[integration]\nduration = 0.05\n");
    run({"initial.s=90"});
  }
  ~Archive() override { fs::current_path(start_); }

  [[nodiscard]] std::string track() const { return (folder_.path() / "tracks/wheelset_r500.toml").string(); }
  [[nodiscard]] std::string path(const char* file) const { return (folder_.path() / file).string(); }

  void run(const std::vector<std::string>& sets, const char* file = "case.toml") {
    Findings findings;
    const auto model =
        vehicle_case::load_case(path(file), document::Assignments(sets.begin(), sets.end()), findings);
    findings.throw_if_any();
    auto writer =
        recording::create_run_file(*model, {path("run.h5"), sets, "flangeway run", true, true}, findings);
    findings.throw_if_any();
    simulate::RunOptions options;
    options.record = [&](const double* row) { return writer->append(row); };
    options.record_judged = [&](const double* row) { return writer->append_judged(row); };
    simulate::Summary summary = simulate::run(*model, options);
    recording::finish_run_file(*writer, summary);
  }
  void pack_it() {
    Findings findings;
    folder_.write("run.zip", pack({path("run.h5")}, findings));
    findings.throw_if_any();
  }
  std::vector<Repetition> repeat(Findings& findings) const {
    return reproduce(
        path("run.zip"), [](double, std::size_t, std::size_t) { return true; }, findings);
  }
  std::string findings_of_repeat() const {
    Findings findings;
    EXPECT_THAT(repeat(findings), IsEmpty());
    return findings.text();
  }
  // Puts another text into the archive.
  void change(const std::string& name, const std::string& text) const {
    zip_t* const archive = zip_open(path("run.zip").c_str(), 0, nullptr);
    ASSERT_NE(archive, nullptr);
    zip_source_t* const source = zip_source_buffer(archive, text.data(), text.size(), 0);
    ASSERT_GE(zip_file_add(archive, name.c_str(), source, ZIP_FL_OVERWRITE), 0);
    ASSERT_EQ(zip_close(archive), 0);
  }

  // The findings about a manifest with these names and the hash of an empty file.
  std::string findings_of_manifest(const std::string& file, const std::string& folder,
                                   const std::string& input) const {
    const std::string hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    change("manifest.json", R"({"format": "flangeway archive 1", "packed_by": "", "results": [{"file": ")" +
                                file + R"(", "sha256": ")" + hash +
                                R"(", "version": "", "commit": "", "command_line": "", "started": "",
               "method": "", "integrator": "", "folder": ")" +
                                folder + R"(", "sets": [], "inputs": [{"path": "a",
               "file": ")" + input +
                                R"(", "sha256": "", "archived_sha256": ")" + hash + R"("}]}]})");
    return findings_of_repeat();
  }

  fs::path start_;
  test::TemporaryFolder folder_;
};

TEST_F(Archive, IsRepeatedWithoutTheFilesOfItsRun) {
  pack_it();
  fs::remove_all(folder_.path() / "vehicles");
  fs::remove_all(folder_.path() / "tracks");  // which the case names by an absolute path
  fs::remove(path("case.toml"));
  Findings findings;
  const std::vector<Repetition> repetitions = repeat(findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  ASSERT_EQ(repetitions.size(), 1U);
  EXPECT_TRUE(repetitions[0].same()) << text_of(repetitions[0]);
  EXPECT_GT(repetitions[0].rows, 3U);
  EXPECT_GT(repetitions[0].judged, 0U);
  EXPECT_THAT(text_of(repetitions[0]), HasSubstr("results/run.h5: "));
  EXPECT_THAT(text_of(repetitions[0]), HasSubstr(" have the same bits\n"));
  EXPECT_THAT(json_of(repetitions), HasSubstr("\"same\": true"));
}

TEST_F(Archive, TakesNamesThatAreNoUtf8AndOtherEncodings) {
  const std::string text = test::read_file(path("case.toml"));
  std::string utf16 = "\xFF\xFE";
  for (const char byte : text) utf16 += {byte, '\0'};
  for (const std::string& bytes : {text, "\xEF\xBB\xBF" + text, utf16}) {
    folder_.write("k\xFCrve.toml", bytes);
    run({}, "k\xFCrve.toml");
    pack_it();
    fs::rename(folder_.path() / "tracks", folder_.path() / "away");
    Findings findings;
    const std::vector<Repetition> repetitions = repeat(findings);
    fs::rename(folder_.path() / "away", folder_.path() / "tracks");
    ASSERT_TRUE(findings.empty()) << findings.text();
    EXPECT_TRUE(repetitions.at(0).same()) << text_of(repetitions[0]);
    const auto stored = results::read_origin(path("run.h5"), findings);
    EXPECT_EQ(stored->provenance.inputs.at(0).sha256, sha256(bytes));
  }
}

TEST_F(Archive, HasTheSameBytesEachTime) {
  Findings findings;
  EXPECT_EQ(pack({path("run.h5")}, findings), pack({path("run.h5")}, findings));
  EXPECT_TRUE(findings.empty());
}

// The archive says that the wheelset began somewhere else than it did.
TEST_F(Archive, SaysWhatDiffers) {
  pack_it();
  Findings findings;
  zip_t* const archive = zip_open(path("run.zip").c_str(), ZIP_RDONLY, nullptr);
  zip_file_t* const file = zip_fopen(archive, "manifest.json", 0);
  std::string manifest(1 << 20, '\0');
  manifest.resize(static_cast<std::size_t>(zip_fread(file, manifest.data(), manifest.size())));
  zip_fclose(file);
  zip_discard(archive);
  manifest.replace(manifest.find("initial.s=90"), 12, "initial.s=91");
  change("manifest.json", manifest);
  const std::vector<Repetition> repetitions = repeat(findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  ASSERT_EQ(repetitions.size(), 1U);
  EXPECT_FALSE(repetitions[0].same());
  EXPECT_THAT(text_of(repetitions[0]), HasSubstr("  wheelset.s: "));
  EXPECT_THAT(text_of(repetitions[0]), HasSubstr(" numbers from row 0 on, by up to 1\n"));
  EXPECT_THAT(json_of(repetitions), HasSubstr("\"same\": false"));
}

TEST_F(Archive, RefusesWhatWasChanged) {
  pack_it();
  const std::string vehicle = "inputs" + (folder_.path() / "vehicles/wheelset.toml").string();
  change(vehicle, "name = \"another\"\n");
  EXPECT_THAT(findings_of_repeat(), HasSubstr("was changed after it was packed: its hash is another"));
  pack_it();
  change("manifest.json", "{}");
  EXPECT_THAT(findings_of_repeat(), HasSubstr("manifest.json: is damaged"));
  change("manifest.json", R"({"format": "flangeway archive 9"})");
  EXPECT_THAT(findings_of_repeat(), HasSubstr("is an archive of another format"));
  change("manifest.json", R"({"format": [[[1]]]})");
  EXPECT_THAT(findings_of_repeat(), HasSubstr("(got no text; allowed flangeway archive 1)"));
  // So deep that a function that calls itself would not come back.
  const std::size_t depth = 2'000'000;
  change("manifest.json", R"({"format": )" + std::string(depth, '[') + std::string(depth, ']') + "}");
  EXPECT_THAT(findings_of_repeat(), HasSubstr("is an archive of another format"));
  folder_.write("run.zip", "no zip");
  EXPECT_THAT(findings_of_repeat(), HasSubstr("is missing, or no zip file"));
}

TEST_F(Archive, NamesStayBelowTheFoldersOfTheArchive) {
  pack_it();
  const std::string part(256, 'x');
  std::string deep = "results";
  for (int i = 0; i < 20; ++i) deep += "/" + part.substr(0, 200);
  for (const char* name :
       {"results/../../x", "/results/x", "results", "results/", "resultsx", "results//x", "results/./x",
        "results/..", "results\\\\..\\\\x", "x", "", "inputs/x", "results/a/../../../x", "results/x\\u0000y"})
    EXPECT_THAT(findings_of_manifest(name, "inputs", "inputs/a"),
                HasSubstr("names a place outside of the archive"))
        << name;
  for (const std::string& name : {"results/" + part, deep})
    EXPECT_THAT(findings_of_manifest(name, "inputs", "inputs/a"),
                HasSubstr("names a place outside of the archive"));
  EXPECT_THAT(findings_of_manifest("results/a", "outputs", "inputs/a"), HasSubstr("names a place outside"));
  EXPECT_THAT(findings_of_manifest("results/a", "inputs/../..", "inputs/a"),
              HasSubstr("names a place outside"));
  EXPECT_THAT(findings_of_manifest("results/a", "inputs", "inputs"), HasSubstr("names a place outside"));
  // A file and a folder of one name, and a name that would steer a terminal.
  EXPECT_THAT(findings_of_manifest("results/a", "inputs/a/b", "inputs/a"),
              HasSubstr("manifest.json: is damaged"));
  EXPECT_THAT(findings_of_manifest("results/a", "inputs/a", "inputs/a"),
              HasSubstr("manifest.json: is damaged"));
  EXPECT_THAT(findings_of_manifest("results/\\u001b[2J", "inputs", "inputs/a"),
              HasSubstr("manifest.json: is damaged"));
  EXPECT_THAT(findings_of_manifest("results/a", "inputs", "inputs/a"), HasSubstr("is missing or damaged"));
  // The case, its two folders, the result and its archive: nothing was written here.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 5);
}

// A file that unpacks to more than 64 MiB and more than a hundred times the size of its archive.
TEST_F(Archive, IsNotUnpackedBeyondItsBounds) {
  pack_it();
  change("resources/zeros", std::string(std::size_t{65} << 20, '\0'));
  EXPECT_THAT(findings_of_repeat(), HasSubstr("unpacks more than 64 MiB"));
  fs::remove(path("run.zip"));
  ASSERT_EQ(::mkfifo(path("run.zip").c_str(), 0600), 0);  // which nobody writes
  EXPECT_THAT(findings_of_repeat(), HasSubstr("is missing, or no zip file"));
}

// An archive that nobody could unpack is not packed: the tracks of five runs, nearly all blanks.
TEST_F(Archive, IsNotMadeBeyondItsBounds) {
  const std::string blanks = "# " + std::string(std::size_t{14} << 20, ' ') + '\n';
  std::vector<std::string> results;
  for (const char* name : {"1", "2", "3", "4", "5"}) {
    const fs::path file = folder_.path() / "tracks" / (std::string(name) + ".toml");
    fs::copy_file(track(), file);
    std::ofstream(file, std::ios::app) << blanks;
    run({"track=" + file.string()});
    results.push_back(path(name));
    fs::rename(path("run.h5"), results.back());
  }
  Findings findings;
  EXPECT_EQ(pack(results, findings), "");
  EXPECT_THAT(findings.text(),
              HasSubstr("1: is too much for one archive, with its inputs and the other results"));
  EXPECT_THAT(findings.text(), HasSubstr("Pack fewer results at once, or record fewer channels or rows"));
}

TEST_F(Archive, IsNotMadeOfWhatIsNotThereAnyMore) {
  Findings findings;
  std::ofstream(track(), std::ios::app) << "# changed\n";
  fs::remove(folder_.path() / "vehicles/wheelset.toml");
  EXPECT_EQ(pack({path("run.h5")}, findings), "");
  EXPECT_THAT(findings.text(),
              HasSubstr("wheelset_r500.toml: has changed since the run has read it. Put it back as "
                        "it was, or run the case again"));
  EXPECT_THAT(findings.text(), HasSubstr("wheelset.toml: is missing, but the run has read it"));
  fs::create_symlink("wheelset.toml", folder_.path() / "vehicles/wheelset.toml");
  EXPECT_EQ(pack({path("run.h5")}, findings), "");
  EXPECT_THAT(findings.text(), HasSubstr("wheelset.toml: cannot be read (Too many levels of symbolic links), "
                                         "but the run has read it"));
}

}  // namespace
}  // namespace flangeway::archive

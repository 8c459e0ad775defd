/**
 * Imported before anything else, because the other modules may not load in an older Node. The numbers are those of
 * "engines" in package.json.
 */
var oldest = { major: 20, minor: 19 };
var major = Number(process.versions.node.split(".")[0]);
var minor = Number(process.versions.node.split(".")[1]);
if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
  console.error(
    `Node ${process.versions.node} is too old: this needs Node ${oldest.major}.${oldest.minor} or newer, ` +
      "from https://nodejs.org or your system's packages.",
  );
  process.exit(10); // "node" in faults.mjs, which this file must not import.
}

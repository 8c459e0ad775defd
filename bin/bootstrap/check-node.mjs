/**
 * Imported before anything else, as what follows may not even load in an older Node. The numbers
 * are those of "engines" in package.json.
 */
var oldest = [20, 19];
var found = process.versions.node.split(".").map(Number);
if (found[0] < oldest[0] || (found[0] === oldest[0] && found[1] < oldest[1])) {
  console.error(
    `Node ${process.versions.node} is too old: this needs Node ${oldest.join(".")} or newer, ` +
      "from https://nodejs.org or your system's packages.",
  );
  process.exit(10); // "node" in faults.mjs, which this file must not import.
}

import { createServer } from "node:http";

/** A receiver in a process of its own that accepts every request. Sends its port to its parent process and ends with it. */
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  request.once("end", () => response.end("ok"));
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.once("disconnect", () => process.exit(0));

import pg from "pg";
import { expect, test } from "vitest";
import { DatabaseError } from "./database-error";
import { isAway, wasNotSent } from "./is-away";

const coded = (code: string, message = "") => Object.assign(new Error(message), { code });
function refused(message: string) {
  const error = new pg.DatabaseError(message, 0, "error");
  error.code = "08P01";
  return error;
}

const NOT_SENT = [
  refused("server login has been failing, try again later (server_login_retry)"),
  refused("server login has been failing, cached error: connect failed (server_login_retry)"),
  refused("server login failed: wrong password type"),
  new DatabaseError("Can't reach database server", "08001"),
  coded("57P03", "the database system is starting up"),
  coded("ECONNREFUSED"),
  new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")]),
];
const LOST = [
  ...["57P01", "57P02", "08006", "ECONNRESET", "EPIPE", "ENOTFOUND"].map((code) => coded(code)),
  refused("server conn crashed?"),
  refused("server connection closed"),
  new Error("Connection terminated unexpectedly"),
  new Error("Client has encountered a connection error and is not queryable"),
  new AggregateError([coded("ECONNREFUSED"), coded("ECONNRESET")]),
];
const PRESENT = [
  refused("unsupported startup parameter: options"),
  refused("query_wait_timeout"),
  coded("23505"),
  coded("57014"),
  new Error("Query read timeout"),
  new Error("timeout exceeded when trying to connect"),
  "ECONNREFUSED",
];

test.each(NOT_SENT)("%s: away, and the statement was not sent", (error) => {
  expect([isAway(error), wasNotSent(error)]).toEqual([true, true]);
});
test.each(LOST)("%s: away, and the statement may have been executed", (error) => {
  expect([isAway(error), wasNotSent(error)]).toEqual([true, false]);
});
test.each(PRESENT)("%s: not away", (error) => {
  expect([isAway(error), wasNotSent(error)]).toEqual([false, false]);
});

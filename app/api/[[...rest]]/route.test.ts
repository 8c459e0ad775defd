import { expect, test } from "vitest";
import { expectRefusal } from "@/test/http/expect-answer";
import { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "./route";

test.each(Object.entries({ GET, POST, PUT, PATCH, DELETE, OPTIONS }))(
  "%s of an address that is not there is answered in the envelope",
  async (method, handler) => {
    const response = handler(new Request("http://127.0.0.1:3000/api/v1/nothing", { method }));
    const { status, headers } = response;
    expectRefusal({ status, headers, json: await response.json() }, 404, "NOT_FOUND");
    expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  },
);

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { type Destination, dial } from "./dial";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const to = (change: Partial<Destination> = {}): Destination => ({
  host: "127.0.0.1",
  port: receiver.port,
  isAllowed: () => true,
  until: new AbortController().signal,
  ...change,
});
const NOT_PUBLIC = "not a public address";

describe("a connection", () => {
  test("is made to an allowed address", async () => {
    const socket = await dial(to());
    expect([socket.remoteAddress, socket.bytesWritten]).toEqual(["127.0.0.1", 0]);
    socket.destroy();
  });

  test("is not made to a forbidden literal address", async () => {
    await expect(dial(to({ isAllowed: () => false }))).rejects.toThrow(NOT_PUBLIC);
    expect(receiver.connections).toBe(0);
  });

  test("is not made to any address of a name with a forbidden one", async () => {
    const isAllowed = (ip: string) => ip === "127.0.0.1";
    await expect(dial(to({ host: "localhost", isAllowed }))).rejects.toThrow(NOT_PUBLIC);
    expect(receiver.connections).toBe(0);
  });

  test("is closed without sending if it reached another address than was checked", async () => {
    const asked: string[] = [];
    const isAllowed = (ip: string) => asked.push(ip) === 1;
    await expect(dial(to({ isAllowed }))).rejects.toThrow(NOT_PUBLIC);
    expect(asked).toEqual(["127.0.0.1", "127.0.0.1"]);
    await expect.poll(() => receiver.open).toBe(0);
    expect(receiver.requests).toEqual([]);
  });

  test("is not made after the deadline", async () => {
    const until = AbortSignal.abort(new Error("late"));
    for (const host of ["localhost", "127.0.0.1", "hooks.example.com"])
      await expect(dial(to({ host, until }))).rejects.toThrow();
    expect(receiver.open).toBe(0);
  });

  test("is aborted at the deadline", async () => {
    const deadline = new AbortController();
    const dialled = dial(to({ until: deadline.signal }));
    deadline.abort(new Error("late"));
    await expect(dialled).rejects.toThrow();
    await expect.poll(() => receiver.open).toBe(0);
  });
});

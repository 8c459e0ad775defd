import type { ReactElement } from "react";
import { expect, test, vi } from "vitest";
import { PageFailed } from "./page-failed";

test("another try asks the server for the page again", () => {
  const retry = vi.fn();
  const error = Object.assign(new Error("no database"), { digest: "req_1" });
  const { actions } = PageFailed({ error, retry }).props as { actions: ReactElement };
  const { onClick } = actions.props as { onClick: () => void };
  onClick();
  expect(retry).toHaveBeenCalledOnce();
});

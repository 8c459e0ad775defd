import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { typeScriptArguments } from "../bin/bootstrap/paths.mjs";
import { serverEnvironment } from "../bin/service/make-server-environment.ts";
import { expect, test } from "../test/service/journey.ts";
import { serviceBooks } from "../test/service/service-books.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { signInOperator } from "./console-pages.ts";
import { button } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const nobody = { email: "", password: "", totpSecret: "" };

/** Returns the link that `npm run recover-operator` prints for an administrator of the service. */
async function recoveryLink(service: StartedService, email: string): Promise<string> {
  const { hostname: host, port } = new URL(service.baseUrl);
  const databaseUrl = await serviceBooks(service.dataDir, "").databaseUrl();
  const env = serverEnvironment({
    settings: {
      ...{ environment: "staging", host, port: Number(port), dataDir: service.dataDir },
      externalDatabaseUrl: databaseUrl,
      historyDays: 0,
    },
    secrets: JSON.parse(await readFile(join(service.dataDir, "secrets.json"), "utf8")),
    databaseUrl,
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    typeScriptArguments("bin/recover-operator.ts", email),
    { env: { ...env, NODE_ENV: "production" } },
  );
  return /http\S+\/invite\/\S+/.exec(stdout)?.[0] ?? "";
}

test("an administrator opens a recovery link, and another one revokes it", async ({
  page,
  service,
}) => {
  const [lost = nobody, other = nobody] = service.demo.admins;
  const link = await recoveryLink(service, lost.email);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: /^Set a new password/ })).toBeVisible();
  // The account keeps its name, so the form does not ask for one.
  await expect(page.getByLabel("Your name")).toHaveCount(0);
  await expectState(page, "recover-operator");

  // By keyboard alone: the invalid field is marked.
  await page.getByLabel("Password").focus();
  await page.keyboard.type("too short");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Must be at least 12 characters.")).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await expectState(page, "recover-operator-refused");

  await signInOperator(page, other, "/admin/operators");
  await expectState(page, "recover-operator-pending");
  // Other journeys leave invitations in the list.
  await button(page, `Revoke the recovery link of ${lost.email}`).click();
  await expect(page.getByLabel("Notifications").getByText("was revoked")).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("This invitation is not valid")).toBeVisible();
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { queryOnce } from "@/test/database/empty-database";
import { type OtherCluster, startOtherCluster } from "@/test/database/other-cluster";
import { asApp, createDatabase } from "./create-database.ts";

let cluster: OtherCluster;
beforeAll(async () => {
  cluster = await startOtherCluster();
});
afterAll(() => cluster?.stop());

test("a cluster of an earlier version gets the application's login, without the right to create roles", async () => {
  const owner = new URL(cluster.ownerUrl);
  const options = {
    superuserUrl: (database: string) => cluster.superuserUrl.replace(/\/wallet$/, `/${database}`),
    role: owner.username,
    password: owner.password,
    database: "wallet",
    appPassword: "of-the-application",
  };
  // The owner's migration created the role without the right to log in.
  const canLogIn = () =>
    queryOnce(
      cluster.superuserUrl,
      "SELECT rolcanlogin FROM pg_roles WHERE rolname = 'partner_wallet_app'",
    );
  expect(await canLogIn()).toEqual([{ rolcanlogin: false }]);
  for (const _ of ["first start", "second start"]) {
    expect(await createDatabase(options)).toBe(cluster.ownerUrl);
    const appUrl = asApp(cluster.ownerUrl, options.appPassword);
    expect(await queryOnce(appUrl, "SELECT session_user AS login")).toEqual([
      { login: "partner_wallet_app" },
    ]);
    await expect(queryOnce(appUrl, "CREATE ROLE evil")).rejects.toMatchObject({ code: "42501" });
  }
});

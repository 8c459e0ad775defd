import type { Findings } from "../findings.ts";
import { HOST } from "../ports.ts";
import { checkInternal } from "../service/check-internal.ts";
import type { Cluster } from "./cluster/cluster.ts";
import type { StartedService } from "./start-service.ts";

/** Checks that the proxy leads nobody to the metrics and background routes. */
export async function checkAccess(
  cluster: Cluster,
  { baseUrl, settings }: StartedService,
  { check }: Findings,
): Promise<void> {
  await check("HAProxy passes nothing on to /api/internal", () =>
    checkInternal(baseUrl, `http://${HOST}:${cluster.ports.webA}`, settings.web),
  );
}

import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { getServiceHealthContract } from "./contract";
import { presentServiceState } from "./state/present";
import { readServiceState } from "./state/read-service-state";

/**
 * Returns the state of chains, deliveries, jobs and database, with advice for each trouble. Source: docs/operating.md.
 */
export const getServiceHealth: AdminUseCase<typeof getServiceHealthContract> = async () =>
  presentServiceState(await readServiceState());

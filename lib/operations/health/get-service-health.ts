import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { getServiceHealthContract } from "./contract";
import { presentServiceState } from "./state/present";
import { readServiceState } from "./state/read-service-state";

/** How chains, deliveries, background work and database are, and what to do. Source: docs/operations.md. */
export const getServiceHealth: AdminUseCase<typeof getServiceHealthContract> = async () =>
  presentServiceState(await readServiceState());

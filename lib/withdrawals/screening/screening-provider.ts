import { env } from "@/lib/kernel/env";
import { listProvider } from "./list-provider";
import type { ScreeningProvider } from "./screening-port";

/** The provider that the settings name; undefined when withdrawals are not screened. */
export const screeningProvider = (): ScreeningProvider | undefined =>
  env().SANCTIONS_LIST === undefined ? undefined : listProvider;

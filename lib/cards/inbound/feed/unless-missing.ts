import { isProviderRefused } from "@/lib/kernel/provider-error";

/** Returns what the issuer answers; undefined when it does not have the object. */
export async function unlessMissing<Result>(request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isProviderRefused(error) && error.status === 404) return undefined;
    throw error;
  }
}

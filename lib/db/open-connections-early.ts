import { errorFields, log } from "@/lib/kernel/log";
import { openConnections } from "./index";

/** Opens the connections of this process before its first request. Without a database each request tries again. */
export async function openConnectionsEarly(): Promise<void> {
  try {
    await openConnections();
  } catch (error) {
    log().warn({ failure: errorFields(error) }, "connections not opened before the first request");
  }
}

import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Prefetch, prefetch } from "./prefetch";

/** Components with what they will ask for read already, so that the page arrives whole. */
export async function Prefetched({
  reads,
  children,
}: {
  reads: readonly Prefetch[];
  children: ReactNode;
}) {
  const client = new QueryClient();
  await Promise.all(reads.map((read) => prefetch(client, read)));
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}

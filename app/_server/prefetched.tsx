import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Prefetch, prefetch } from "./prefetch";

/** Renders components with prefetched queries, so that the page arrives complete. */
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

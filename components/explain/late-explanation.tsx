"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

/** The explanation of an amount, loaded on first use, because most amounts need no explanation. */
export const LateExplanation = dynamic(
  () => import("./explanation-panel").then(({ ExplanationPanel }) => ExplanationPanel),
  { ssr: false, loading: () => <Skeleton className="h-40" /> },
);

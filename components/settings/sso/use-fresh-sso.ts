"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ApiError } from "@/lib/api/client/api-error";
import { ssoQuery } from "./queries";

/** Returns whether a change was refused because of another owner's, and then reads the present settings. */
export function useFreshSso(failure: ApiError | undefined): boolean {
  const client = useQueryClient();
  const isLate = failure?.code === "SSO_CHANGED";
  useEffect(() => {
    if (isLate) void client.invalidateQueries({ queryKey: ssoQuery.queryKey });
  }, [isLate, client]);
  return isLate;
}

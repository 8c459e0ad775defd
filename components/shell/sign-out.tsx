"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { signOutWith } from "@/lib/api/client/session-ended";
import { forgetEntriesOfOthers } from "./palette/recent";

/** Ends the session, with immediate effect in every process. */
async function endSession(): Promise<void> {
  const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
  const response = await fetch("/api/auth/signout", {
    method: "POST",
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
  if (!response.ok) throw new Error(`signing out answered ${response.status}`);
}

/** The sign-out button. */
export function SignOut({ size = "large" }: { size?: "large" | "compact" }) {
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await signOutWith(endSession);
      forgetEntriesOfOthers();
      window.location.assign("/sign-in");
    } catch {
      setBusy(false);
      toast("You’re still signed in. The service could not be reached. Try again.", {
        state: "failed",
      });
    }
  };
  return (
    <Button look="plain" size={size} disabled={isBusy} onClick={leave}>
      {isBusy ? "Signing out…" : "Sign out"}
    </Button>
  );
}

"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { TryTarget } from "./try-target";

// What sends requests is loaded when somebody wants to send one.
const TryForm = dynamic(() => import("./try-form").then(({ TryForm }) => TryForm), {
  ssr: false,
});

/** The way to a real request from here. */
export function TryIt({ target }: { target: TryTarget }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <TryForm target={target} onClose={() => setOpen(false)} />;
  return (
    <Button look="plain" size="compact" onClick={() => setOpen(true)}>
      Try it
    </Button>
  );
}

"use client";

import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { useInlineForm } from "@/components/ui/use-inline-form";
import type { TryTarget } from "./try-target";

// Loaded on first use.
const TryForm = dynamic(() => import("./try-form").then(({ TryForm }) => TryForm), {
  ssr: false,
});

/** Opens the form that sends a real request. */
export function TryIt({ target }: { target: TryTarget }) {
  const { open, close, opener } = useInlineForm<"try">();
  if (open) return <TryForm target={target} onClose={close} />;
  return (
    <Button look="plain" size="compact" {...opener("try")}>
      Try it
    </Button>
  );
}

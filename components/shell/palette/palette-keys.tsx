"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { usePageKeys } from "@/components/ui/use-page-keys";
import { forgetDraftsOfOthers } from "@/lib/api/client/form/stored-drafts";
import { type Asked, onAsked } from "./ask";
import type { PaletteProps } from "./palette";
import { forgetEntriesOfOthers } from "./recent";
import { useGoKeys } from "./use-go-keys";

// Both are loaded on first use.
const Palette = dynamic(() => import("./palette").then(({ Palette }) => Palette), { ssr: false });
const Shortcuts = dynamic(() => import("./shortcuts").then(({ Shortcuts }) => Shortcuts), {
  ssr: false,
});

/** The shortcuts of every page: ⌘K or Ctrl-K opens the palette, `?` lists the shortcuts, `g` and a letter open a page. */
export function PaletteKeys(props: Omit<PaletteProps, "onClose">) {
  const [opened, setOpened] = useState<Asked>();
  const close = () => setOpened(undefined);
  const { owner, pages } = props;
  useGoKeys(pages);
  useEffect(() => {
    forgetEntriesOfOthers(owner);
    forgetDraftsOfOthers(owner);
  }, [owner]);
  usePageKeys({ "?": () => setOpened("shortcuts") });
  useEffect(() => onAsked(setOpened), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      // An open form keeps its typed data.
      if (document.querySelector("dialog[open]")) return;
      setOpened("palette");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (opened === "palette") return <Palette {...props} onClose={close} />;
  return opened === "shortcuts" && <Shortcuts pages={pages} onClose={close} />;
}

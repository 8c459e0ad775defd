"use client";

import dynamic from "next/dynamic";

/** The line of an operator who views a dashboard. Loaded only for operators: it sends requests, which pages load later. */
export const LateLookingLine = dynamic(() =>
  import("./looking-line").then(({ LookingLine }) => LookingLine),
);

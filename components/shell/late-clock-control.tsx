"use client";

import dynamic from "next/dynamic";

/** The control of the sandbox clock. Its script loads after the page is interactive. */
export const LateClockControl = dynamic(() =>
  import("./clock-control").then(({ ClockControl }) => ClockControl),
);

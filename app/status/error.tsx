"use client";

import { StatusUnavailable } from "@/components/status/status-unavailable";

export { StatusUnavailable as default };

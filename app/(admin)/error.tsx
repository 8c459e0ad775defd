"use client";

import { PageFailed } from "@/components/shell/page-failed";

export { PageFailed as default };

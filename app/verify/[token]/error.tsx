"use client";

import { VerificationUnavailable } from "@/components/verify/verification-unavailable";

export { VerificationUnavailable as default };

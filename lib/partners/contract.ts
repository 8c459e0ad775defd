import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { usd } from "@/lib/contract/fields";
import { MAX_CARD_AMOUNT_USD, MIN_CARD_MOVE_USD, MIN_WITHDRAWAL_USD } from "./limits";

const percent = z.number().meta({ description: "Percent" });
const limits = z.object({ min: usd, max: usd });

/** The fees of a partner and the limits of each operation. Source: design 7, fees; spec: Limits. */
export const termsSchema = z
  .object({
    fees: z.object({
      kycFee: usd,
      cardCreationFee: usd,
      fundingFee: usd.meta({ description: "USD, the flat part" }),
      fundingFeePercent: percent,
      cardWithdrawalFee: usd,
      crossBorderFeePercent: percent,
      withdrawalFee: usd.meta({ description: "USD, flat, deducted from the amount sent" }),
    }),
    limits: z.object({
      firstAmount: z.object({ above: usd, max: usd }),
      cardFunding: limits,
      cardWithdrawal: limits,
      withdrawal: z.object({ min: usd }),
    }),
  })
  .meta({ id: "Terms" });

export const getTermsContract = contract({
  id: "getTerms",
  method: "GET",
  path: "/api/v1/partner/terms",
  tag: "Profile",
  summary: "Get Terms",
  description: "The partner's fees and the limits of each operation.",
  audience: "dashboard",
  data: termsSchema,
  message: "Terms",
  errors: [],
  examples: {
    data: {
      fees: {
        kycFee: 2,
        cardCreationFee: 1,
        fundingFee: 0,
        fundingFeePercent: 0.5,
        cardWithdrawalFee: 1,
        crossBorderFeePercent: 3,
        withdrawalFee: 0.5,
      },
      limits: {
        firstAmount: { above: 0, max: MAX_CARD_AMOUNT_USD },
        cardFunding: { min: MIN_CARD_MOVE_USD, max: MAX_CARD_AMOUNT_USD },
        cardWithdrawal: { min: MIN_CARD_MOVE_USD, max: MAX_CARD_AMOUNT_USD },
        withdrawal: { min: MIN_WITHDRAWAL_USD },
      },
    },
  },
});

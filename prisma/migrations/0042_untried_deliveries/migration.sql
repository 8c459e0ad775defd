-- A claim asks for the first untried event of a resource. With `status = 'pending'` among the terms of that question
-- another index could answer it too, by reading all that waits for the partner; a plan made while little waited took that
-- one, as its entries were smaller, and kept it when much came. What was never tried is pending: without that term there
-- is one index for the question.
ALTER TABLE webhook_deliveries ADD CONSTRAINT "webhook_deliveries_untried" CHECK (attempts > 0 OR status = 'pending');
DROP INDEX "webhook_deliveries_untried_idx";
CREATE INDEX "webhook_deliveries_untried_idx" ON "webhook_deliveries"("partner_id", "resource_id", "sequence")
  WHERE attempts = 0;

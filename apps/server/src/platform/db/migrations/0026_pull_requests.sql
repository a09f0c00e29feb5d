DROP INDEX "script_pulls_open";--> statement-breakpoint
ALTER TABLE "script_pulls" ADD COLUMN "succeeded" smallint;--> statement-breakpoint
ALTER TABLE "script_pulls" ADD COLUMN "seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "script_sources" ADD COLUMN "pulls_failure" text;--> statement-breakpoint
ALTER TABLE "script_sources" ADD COLUMN "pulls_detail" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "script_sources" ADD COLUMN "pulls_failures" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "script_sources" ADD COLUMN "pulls_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "script_sources" ADD COLUMN "pulls_next_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "script_pulls_commit" ON "script_pulls" USING btree ("source_id","number","sha");--> statement-breakpoint
CREATE INDEX "script_pulls_open" ON "script_pulls" USING btree ("id") WHERE "script_pulls"."state" = 'waiting' or "script_pulls"."claimed_until" is not null;--> statement-breakpoint
UPDATE "script_pulls" SET "succeeded" = (SELECT count(*) FROM "script_pull_tries" t WHERE t."pull_id" = "script_pulls"."id" AND t."state" = 'succeeded') WHERE "ended_at" IS NOT NULL;--> statement-breakpoint
UPDATE "script_pull_tries" SET "reason" = NULL WHERE "reason" = 'unanswered';--> statement-breakpoint
ALTER TABLE "script_pull_tries" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "script_pull_tries" DROP COLUMN "msg";--> statement-breakpoint
ALTER TABLE "script_pull_tries" DROP COLUMN "lines";--> statement-breakpoint
ALTER TABLE "script_pull_tries" DROP COLUMN "started_at";--> statement-breakpoint
ALTER TABLE "script_pull_tries" DROP COLUMN "ended_at";
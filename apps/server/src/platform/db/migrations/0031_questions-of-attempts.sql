ALTER TABLE "alarm_settings" ADD COLUMN "questions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_questions" ADD COLUMN "attempt" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_questions" ADD COLUMN "told_at" timestamp (3) with time zone;
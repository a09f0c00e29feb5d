ALTER TABLE "hot_scripts" ADD COLUMN "advance_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD COLUMN "staged_at" timestamp (3) with time zone;
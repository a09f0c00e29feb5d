ALTER TABLE "installation" ADD COLUMN "file_store" jsonb;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "file_store_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "sha256" text;
ALTER TABLE "device_runtime" ADD COLUMN "can" jsonb;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "leaves_out" boolean DEFAULT false NOT NULL;
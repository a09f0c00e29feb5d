ALTER TABLE "online_counts" ADD COLUMN "offline" integer;--> statement-breakpoint
ALTER TABLE "online_counts" ADD COLUMN "trouble" integer;--> statement-breakpoint
ALTER TABLE "online_counts" ADD COLUMN "expiring" integer;
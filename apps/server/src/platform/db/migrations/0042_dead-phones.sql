ALTER TABLE "computers" ADD COLUMN "charge_limit" jsonb;--> statement-breakpoint
ALTER TABLE "device_incidents" ADD COLUMN "computer_id" integer;--> statement-breakpoint
ALTER TABLE "device_incidents" ADD COLUMN "phones" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "device_incidents" ADD CONSTRAINT "device_incidents_computer_id_computers_id_fk" FOREIGN KEY ("computer_id") REFERENCES "public"."computers"("id") ON DELETE set null ON UPDATE no action;
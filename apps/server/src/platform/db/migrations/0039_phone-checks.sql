CREATE TABLE "phone_checks" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"findings" jsonb NOT NULL,
	"to_mend" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "phone_checks" ADD CONSTRAINT "phone_checks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;
CREATE TABLE "phone_orders" (
	"device_id" integer NOT NULL,
	"kind" text NOT NULL,
	"order" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phone_orders_device_id_kind_pk" PRIMARY KEY("device_id","kind")
);
--> statement-breakpoint
ALTER TABLE "device_runtime" ADD COLUMN "over_http" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "device_runtime" ADD COLUMN "ec_version" text;--> statement-breakpoint
ALTER TABLE "phone_orders" ADD CONSTRAINT "phone_orders_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;
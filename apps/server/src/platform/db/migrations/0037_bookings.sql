CREATE TABLE "booking_devices" (
	"booking_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	CONSTRAINT "booking_devices_booking_id_device_id_pk" PRIMARY KEY("booking_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "booking_waits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_waits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"device_id" integer,
	"group_id" integer,
	"count" integer NOT NULL,
	"minutes" integer NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bookings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"accept_by" timestamp (3) with time zone,
	"stage" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking_devices" ADD CONSTRAINT "booking_devices_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_devices" ADD CONSTRAINT "booking_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_waits" ADD CONSTRAINT "booking_waits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_waits" ADD CONSTRAINT "booking_waits_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_waits" ADD CONSTRAINT "booking_waits_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_devices_device" ON "booking_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "booking_waits_user" ON "booking_waits" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "booking_waits_device" ON "booking_waits" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "booking_waits_group" ON "booking_waits" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "bookings_user" ON "bookings" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "bookings_ended" ON "bookings" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "bookings_open" ON "bookings" USING btree ("id") WHERE "bookings"."stage" <> 'over';
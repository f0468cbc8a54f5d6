// Declarations of what fyne.io/systray and our own Objective-C use of Cocoa,
// written by hand from the public documentation: enough to type-check them
// without Apple's SDK, and for nothing else. When a check fails for a name that
// is missing here, look it up in the documentation and add it as it is there.
#pragma once
#include <objc/objc.h>
#include <objc/NSObject.h>
#include <dispatch/dispatch.h>
#include <stdlib.h>
#include <math.h>
#include <stdint.h>
typedef double CGFloat;
typedef struct CGPoint { CGFloat x, y; } CGPoint;
typedef struct CGSize { CGFloat width, height; } CGSize;
typedef struct CGRect { CGPoint origin; CGSize size; } CGRect;
typedef CGPoint NSPoint; typedef CGSize NSSize; typedef CGRect NSRect;
typedef double NSTimeInterval;
#define NSUIntegerMax ULONG_MAX
#ifndef TRUE
#define TRUE 1
#define FALSE 0
#endif
static inline NSPoint NSMakePoint(CGFloat x, CGFloat y) { NSPoint p = {x, y}; return p; }
static inline NSSize NSMakeSize(CGFloat w, CGFloat h) { NSSize s = {w, h}; return s; }
static inline CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat w, CGFloat h) { CGRect r = {{x, y}, {w, h}}; return r; }
#undef IBOutlet
#undef IBAction
#define IBOutlet
#define IBAction void
typedef NSUInteger NSStringEncoding;
enum { NSUTF8StringEncoding = 4 };
@class NSString, NSArray, NSMenu, NSMenuItem, NSWindow, NSImage, NSEvent, NSNotification;
@interface NSObject (Threads)
- (void)performSelectorOnMainThread:(SEL)s withObject:(id)o waitUntilDone:(BOOL)w;
@end
@interface NSString : NSObject
- (instancetype)initWithCString:(const char *)c encoding:(NSStringEncoding)e;
@property (readonly) NSUInteger length;
@end
@interface NSNumber : NSObject
+ (NSNumber *)numberWithInt:(int)i;
@property (readonly) int intValue;
@property (readonly) NSInteger integerValue;
@end
@interface NSArray : NSObject
+ (instancetype)arrayWithObjects:(const id[])o count:(NSUInteger)n;
- (id)objectAtIndex:(NSUInteger)i;
- (NSUInteger)count;
@end
@interface NSData : NSObject
+ (instancetype)dataWithBytes:(const void *)b length:(NSUInteger)n;
@end
@interface NSCondition : NSObject
@end
@interface NSNotification : NSObject
+ (instancetype)notificationWithName:(NSString *)n object:(id)o;
@end
extern NSString *const NSApplicationDidFinishLaunchingNotification;
extern const double NSAppKitVersionNumber;
@interface NSImage : NSObject
- (instancetype)initWithData:(NSData *)d;
@property NSSize size;
@property (getter=isTemplate) BOOL template;
@end
@interface NSView : NSObject
- (instancetype)initWithFrame:(NSRect)r;
@property NSRect frame;
@property NSUInteger autoresizingMask;
@property BOOL autoresizesSubviews;
@property (readonly) NSWindow *window;
- (void)addSubview:(NSView *)v;
@property (copy) NSString *toolTip;
@end
enum { NSViewWidthSizable = 2, NSViewHeightSizable = 16 };
typedef enum : NSUInteger { NSNoImage = 0, NSImageOnly = 1, NSImageLeft = 2 } NSCellImagePosition;
@interface NSStatusBarButton : NSView
@property SEL action;
@property (strong) NSImage *image;
@property (copy) NSString *title;
@property NSCellImagePosition imagePosition;
- (void)performClick:(id)s;
@end
typedef NSUInteger NSStatusItemBehavior;
enum { NSStatusItemBehaviorRemovalAllowed = 1 << 1, NSStatusItemBehaviorTerminationOnRemoval = 1 << 2 };
@interface NSStatusItem : NSObject
@property (readonly, strong) NSStatusBarButton *button;
@property (getter=isVisible) BOOL visible;
@property (strong) NSMenu *menu;
@property NSStatusItemBehavior behavior;
@end
static const CGFloat NSVariableStatusItemLength = -1.0;
@interface NSStatusBar : NSObject
+ (NSStatusBar *)systemStatusBar;
- (NSStatusItem *)statusItemWithLength:(CGFloat)l;
@end
typedef NSInteger NSControlStateValue;
enum { NSOffState = 0, NSOnState = 1 };
static const NSControlStateValue NSControlStateValueOff = 0, NSControlStateValueOn = 1;
@protocol NSMenuDelegate <NSObject>
@optional
- (void)menuWillOpen:(NSMenu *)m;
- (void)menuDidClose:(NSMenu *)m;
@end
@interface NSMenu : NSObject
@property (weak) id<NSMenuDelegate> delegate;
@property BOOL autoenablesItems;
@property (copy) NSArray *itemArray;
- (NSMenuItem *)itemWithTag:(NSInteger)t;
- (NSMenuItem *)addItemWithTitle:(NSString *)t action:(SEL)a keyEquivalent:(NSString *)k;
- (void)addItem:(NSMenuItem *)i;
- (void)removeItem:(NSMenuItem *)i;
- (void)removeAllItems;
@end
@interface NSMenuItem : NSObject
+ (NSMenuItem *)separatorItem;
@property (readonly) BOOL hasSubmenu;
@property (strong) NSMenu *submenu;
@property (weak, readonly) NSMenu *menu;
@property (copy) NSString *title, *toolTip;
@property NSInteger tag;
@property (strong) id representedObject;
@property (weak) id target;
@property (getter=isEnabled) BOOL enabled;
@property (getter=isHidden) BOOL hidden;
@property NSControlStateValue state;
@property (strong) NSImage *image;
@end
@interface NSWindow : NSObject
@end
typedef NSUInteger NSEventMask, NSEventType, NSEventModifierFlags;
enum { NSEventTypeLeftMouseDown = 1, NSEventTypeRightMouseDown = 3, NSEventTypeApplicationDefined = 15 };
enum { NSEventModifierFlagCommand = 1 << 20 };
@interface NSEvent : NSObject
+ (id)addLocalMonitorForEventsMatchingMask:(NSEventMask)m handler:(NSEvent * (^)(NSEvent *))b;
+ (NSEvent *)otherEventWithType:(NSEventType)t location:(NSPoint)p modifierFlags:(NSEventModifierFlags)f timestamp:(NSTimeInterval)ts windowNumber:(NSInteger)w context:(id)c subtype:(short)s data1:(NSInteger)d1 data2:(NSInteger)d2;
@property (readonly) NSWindow *window;
@property (readonly) NSEventModifierFlags modifierFlags;
@end
@protocol NSApplicationDelegate <NSObject>
@optional
- (void)applicationDidFinishLaunching:(NSNotification *)n;
- (void)applicationWillTerminate:(NSNotification *)n;
@end
@interface NSApplication : NSObject
+ (NSApplication *)sharedApplication;
@property (weak) id<NSApplicationDelegate> delegate;
- (void)run;
- (void)stop:(id)s;
- (void)postEvent:(NSEvent *)e atStart:(BOOL)b;
@end
extern NSApplication *NSApp;
